/** A block of code. Long lines wrap, so that nothing has to be scrolled sideways. */
export const Code = ({ children }: { children: string }) => (
  <pre className="api-code">
    <code>{children}</code>
  </pre>
)
