/** A block of code that scrolls sideways. */
export const Code = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
  <section className="api-code" tabIndex={0} aria-label={label}>
    <pre>
      <code>{children}</code>
    </pre>
  </section>
)
