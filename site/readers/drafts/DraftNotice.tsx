import { ActingFor } from '../../kit/browser/index.tsx'
import type { DraftNoticeModel } from './model.ts'

/** Above a form that an assistant has filled in: where the words come from, and the way to throw them away. */
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
