/** Whose password it is: password managers keep them by name. Nobody else needs it. */
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
