/** Hidden username for password managers, which store passwords by name. */
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
