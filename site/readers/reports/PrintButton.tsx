/** Prints the report as a certificate. */
export const PrintButton = () => (
  <button type="button" className="needs-script" onClick={() => print()}>
    Print
  </button>
)
