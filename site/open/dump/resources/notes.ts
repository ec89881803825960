import { z } from 'zod'
import { isSeen, likenessOf } from '../../../readers/notes/index.ts'
import { doi, moment, momentOf, text, timeOf } from '../fields.ts'
import { ofItsWriters } from '../licences.ts'
import { atATime, inPages, insertRows } from '../pages.ts'
import { defineResource } from '../resource.ts'
import { publicItem } from './public-item.ts'

/** Approved notes on papers. */
export const notes = defineResource({
  name: 'notes',
  title: 'Community notes',
  description:
    'Those that everybody sees. `author` is the name that the writer gave; it was checked where `signedIn` is true. `replyTo`: the note that it answers.',
  licence: ofItsWriters,
  key: ['id'],
  line: z.strictObject({
    id: text,
    doi,
    author: text,
    signedIn: z.boolean(),
    authorProof: z.enum(['orcid', 'mail']).nullable(),
    content: text,
    interests: text.nullable(),
    replyTo: text.nullable(),
    publishedAt: moment,
  }),
  async *read(db) {
    const rows = inPages((after: { id: string } | null) =>
      db
        .selectFrom('notes')
        .select([
          'id',
          'doi',
          'author',
          'signed_in',
          'author_proof',
          'content',
          'interests',
          'reply_to',
          'published_at',
        ])
        .where('id', '>', after?.id ?? '')
        .where(where => isSeen(where as unknown as Parameters<typeof isSeen>[0]))
        .orderBy('id')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        id: row.id,
        doi: row.doi,
        author: row.author,
        signedIn: row.signed_in === 1,
        authorProof: row.author_proof,
        content: row.content,
        interests: row.interests,
        replyTo: row.reply_to,
        publishedAt: momentOf(row.published_at ?? 0),
      }
  },
  async restore(tx, lines) {
    await insertRows(
      tx,
      'notes',
      lines.map(({ signedIn, authorProof, replyTo, publishedAt, ...line }) => ({
        ...line,
        writer: null,
        signed_in: signedIn ? 1 : 0,
        author_proof: authorProof,
        reply_to: replyTo,
        likeness: likenessOf(line.content),
        sent_as: null,
        written_at: timeOf(publishedAt),
        edited_at: null,
        published_at: timeOf(publishedAt),
      })),
    )
    const items = lines.map(({ id, doi, publishedAt }) =>
      publicItem({ kind: 'comment', id, doi, since: timeOf(publishedAt) }),
    )
    await insertRows(tx, 'moderation_items', items)
  },
})
