import { ActingFor } from '../../kit/browser/index.tsx'
import { statusInWords } from './done-in-words.ts'
import type { ModerateNotice as Notice } from './model.ts'
import { actionOf } from './WaitingEntry.tsx'

/** Result of the last action, with Undo. */
export const ModerateNotice = ({ notice, path }: { notice: Notice | null; path: string }) => {
  if (notice === null) return null
  if (notice.kind === 'problem')
    return (
      <p className="moderate-notice is-problem" role="alert">
        {notice.sentence}
      </p>
    )
  if (notice.kind === 'bulk')
    return (
      <p className="moderate-notice" role="status">
        {`${notice.done} decided.`}
        {notice.changed > 0 && ` ${notice.changed} skipped: already decided by another moderator, or your own.`}
      </p>
    )
  const { of, id, status, version } = notice
  return (
    <form className="moderate-notice" method="post" action={actionOf(of, id)}>
      <ActingFor />
      <span role="status">{`${statusInWords[status]}.`}</span>
      {status !== 'pending' && (
        <>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="back" value={path} />
          <button type="submit" name="action" value="undo">
            Undo
          </button>
        </>
      )}
    </form>
  )
}
