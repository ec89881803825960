import { ActingFor } from '../../kit/browser/index.tsx'
import type { DraftNoticeModel } from './model.ts'

/** Notice above a form that an assistant filled in, with a button to discard it. */
export const DraftNotice = ({ sentence, discard }: DraftNoticeModel) => (
  <div className="draft-notice" role="status">
    <p>{sentence}</p>
    <form method="post" action={discard.action}>
      <ActingFor />
      <input type="hidden" name="doi" value={discard.doi} />
      <input type="hidden" name="kind" value={discard.kind} />
      <button type="submit">Discard this draft</button>
    </form>
  </div>
)
