import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { beginLife } from '@corroborate/server-kit/testing/life'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import type { Doi } from '../../../kit/doi/index.ts'
import type { Account } from '../../../kit/people/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { type ModerationTables, makeDecision, readEntryStatuses } from '../../moderation/index.ts'
import { moderatedNotes } from '../keep-notes.ts'
import { addNote } from '../perform-note.ts'
import type { NoteTables } from '../store.ts'

/**
 * A note with crashes before and after each commit: it is written, rejected, returned to the queue and approved. A client without a
 * response retries with its old state.
 */
const { db, answered } = await beginLife<NoteTables & ModerationTables & SignInTables & ActivityTables & OutboxTables>()
const person: Account = {
  key: 'user:ada',
  signedIn: true,
  id: 'ada',
  name: 'Ada',
  email: null,
  proved: true,
  roles: [],
}
const draft = { author: 'Ada', content: 'The link is dead.', interests: '' }

const id = await answered('a note', () =>
  addNote(db, { doi: '10.1000/x' as Doi, person, draft, replyTo: null, locale: 'en', now: 1 }),
)
for (const [step, action] of [
  ['a refusal', 'reject'],
  ['an undo', 'undo'],
  ['an approval', 'approve'],
] as const) {
  const seen = await answered(`a look before ${step}`, async () =>
    String((await readEntryStatuses(db, 'comment', [id])).get(id)?.version),
  )
  const asked = { kind: 'comment', id, action, version: Number(seen), moderator: 'user:mo' } as const
  await answered(step, async () => {
    const kinds = { comment: moderatedNotes }
    return (await makeDecision(db, kinds, { ...asked, reason: null, message: null }, 2)).kind
  })
}
await db.destroy()
