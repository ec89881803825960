import { OperatorError } from '@corroborate/server-kit/operator-error'
import { z } from 'zod'
import { isSeen, likenessOf } from '../../../readers/notes/index.ts'
import { canonicalForm, outcomes, type ReportContent } from '../../../readers/reports/index.ts'
import {
  atATime,
  defineResource,
  doi,
  inPages,
  insertRows,
  moment,
  momentOf,
  momentOrNull,
  ofItsWriters,
  text,
  timeOf,
  timeOrNull,
} from '../pages.ts'
import { publicItem } from './public-item.ts'

/** Reports of reproductions. */
export const reports = defineResource({
  name: 'reports',
  title: 'Reports of reproductions',
  description:
    'Those that moderators approved, with the SHA-256 of each file. `canonicalSha256` is that of `content` in canonical form (RFC 8785). `countedAt`: since when two moderators have approved it and its material is public.',
  licence: ofItsWriters,
  key: ['id'],
  line: z.strictObject({
    id: text,
    doi,
    name: text.nullable(),
    sha256: text,
    canonicalSha256: text,
    outcome: z.enum(outcomes),
    content: z.record(z.string(), z.unknown()),
    createdAt: moment,
    approvedAt: moment,
    countedAt: moment.nullable(),
  }),
  async *read(db) {
    const rows = inPages((after: { id: string } | null) =>
      db
        .selectFrom('reports')
        .select(['id', 'doi', 'name', 'sha256', 'canonical_sha256', 'outcome', 'content'])
        .select(['created_at', 'approved_at', 'counted_at'])
        .where('id', '>', after?.id ?? '')
        .where('approved_at', 'is not', null)
        .orderBy('id')
        .limit(atATime)
        .execute(),
    )
    for await (const row of rows)
      yield {
        id: row.id,
        doi: row.doi,
        name: row.name,
        sha256: row.sha256,
        canonicalSha256: row.canonical_sha256,
        outcome: row.outcome,
        content: JSON.parse(row.content) as Record<string, unknown>,
        createdAt: momentOf(row.created_at),
        approvedAt: momentOf(row.approved_at ?? row.created_at),
        countedAt: momentOrNull(row.counted_at),
      }
  },
  async restore(tx, lines) {
    const rows = lines.map(line => {
      const { text: content, sha256 } = canonicalForm(line.content as ReportContent)
      if (sha256 !== line.canonicalSha256)
        throw new OperatorError(`The report ${line.id} is not what its fingerprint says: take a whole dump.`)
      return {
        id: line.id,
        doi: line.doi,
        author: null,
        name: line.name,
        email: null,
        sha256: line.sha256,
        canonical_sha256: line.canonicalSha256,
        outcome: line.outcome,
        content,
        created_at: timeOf(line.createdAt),
        approved_at: timeOf(line.approvedAt),
        counted_at: timeOrNull(line.countedAt),
      }
    })
    await insertRows(tx, 'reports', rows)
    const items = rows.map(({ id, doi, approved_at, counted_at }) =>
      publicItem({ kind: 'audit', id, doi, since: approved_at, second: counted_at === null ? null : 'given' }),
    )
    await insertRows(tx, 'moderation_items', items)
  },
})

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
