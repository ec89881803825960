import { ActingFor } from '../../../kit/browser/index.tsx'
import { paths } from '../../../kit/doi/index.ts'

/** Notice for account owners with an unverified address. Works without JavaScript. */
export const ConfirmAddress = ({ path }: { path: string }) => (
  <form className="notice confirm-address" method="post" action={paths.confirmAddress} aria-label="Your address">
    <ActingFor />
    <input type="hidden" name="redirect_url" value={path} />
    <p>Check your email to confirm your address. Until then, your votes count as anonymous; confirming removes them.</p>
    <button type="submit" className="quiet">
      Send it again
    </button>
  </form>
)
