/** Says whose password it is, for password managers, which keep passwords by name. People do not see it. */
export const Username = ({ value }: { value: string }) => (
  <input
    className="siw-visually-hidden"
    type="email"
    name="email"
    autoComplete="username"
    aria-hidden="true"
    tabIndex={-1}
    readOnly
    value={value}
  />
)
