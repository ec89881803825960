import { listed } from '@corroborate/server-kit/database'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type ActivityTables, recordActivity, retractActivity } from '../../paper/activity/index.ts'
import type { Moderated, ModerationTables } from '../moderation/index.ts'
import { readText } from '../written-text/index.ts'
import type { NoteTables } from './store.ts'

export const noteKey = (id: string): string => `note-approved:${id}`

/** Notes in the queue of moderators: public from the moment that one is approved. */
export const moderatedNotes: Moderated<NoteTables & ModerationTables & ActivityTables> = {
  kind: 'comment',
  async read(db, ids) {
    const rows = await db
      .selectFrom('notes')
      .leftJoin('notes as answered', 'answered.id', 'notes.reply_to')
      .selectAll('notes')
      .select('answered.content as answered')
      .where('notes.id', 'in', listed(db, JSON.stringify(ids)))
      .execute()
    return new Map(
      rows.map(({ id, author, signed_in, content, interests, answered }) => [
        id,
        {
          author,
          authorIsChecked: signed_in === 1,
          paragraphs: readText(content),
          facts: [
            ...(interests === null ? [] : [{ label: 'Competing interests', value: interests }]),
            ...(answered === null ? [] : [{ label: 'In reply to', value: answered.slice(0, 200) }]),
          ],
        },
      ]),
    )
  },
  async told(db, id) {
    const note = await db.selectFrom('notes').select('doi').where('id', '=', id).executeTakeFirst()
    if (note === undefined) return null
    const doi = storedDoi(note.doi)
    const where = { approved: paths.note(doi, id), rejected: paths.login(paths.editNote(doi, id)) }
    return { what: 'note', email: null, paths: where }
  },
  async settle(tx, { id, doi, from, to, at }) {
    const published_at = to === 'approved' ? at : null
    const note = await tx
      .updateTable('notes')
      .set({ published_at })
      .where('id', '=', id)
      .returning(['author', 'content'])
      .executeTakeFirst()
    const key = noteKey(id)
    const activity = tx.$pickTables<keyof ActivityTables>()
    if (from === 'approved') await retractActivity(activity, key)
    if (to !== 'approved' || note === undefined) return
    const path = paths.note(doi, id)
    const { author: name, content: detail } = note
    const what = { kind: 'note-approved', label: 'A note from a reader', date: null, outcome: null } as const
    await recordActivity(activity, { doi, key, at, by: { name, href: null }, detail, path, ...what }, at)
  },
}
