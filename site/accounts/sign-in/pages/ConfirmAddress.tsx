import { ActingFor } from '../../../kit/browser/index.tsx'
import { paths } from '../../../kit/doi/index.ts'

/** What somebody with an account is told until they have shown that its address is theirs. Works without script. */
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
