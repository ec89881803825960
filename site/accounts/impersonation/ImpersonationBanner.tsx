import { paths } from '../../kit/doi/index.ts'
import type { Reader } from '../../kit/page/reader.ts'

type Props = Pick<Reader, 'name'> & { impersonator: string }

/** Banner above every page of a session in which an operator impersonates its user. Works without script. */
export const ImpersonationBanner = ({ name, impersonator }: Props) => (
  <div id="impersonation-banner" className="notice impersonation" role="status">
    <p>
      <strong>Read-only.</strong> <bdi>{impersonator || 'An operator'}</bdi> is viewing this site as{' '}
      <bdi>{name ?? 'this user'}</bdi>. Every request is logged.
    </p>
    <a className="button quiet" href={paths.logout}>
      End session
    </a>
  </div>
)
