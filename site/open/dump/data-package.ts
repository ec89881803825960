import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { Described, Licence } from './pages.ts'

/** A file as it was written: how many lines and bytes it has, and its SHA-256 in hexadecimal digits. */
export type WrittenFile = { lines: number; bytes: number; sha256: string }

/** So much text is written at a time, in UTF-16 code units. */
const atOnce = 1 << 18

/** Writes objects to a new file, one JSON text a line, and sees it onto the disk. @throws when it is aborted, and as Node does */
export const writeLines = async (
  file: string,
  lines: AsyncIterable<object> | Iterable<object>,
  signal: AbortSignal,
): Promise<WrittenFile> => {
  const handle = await open(file, 'wx')
  const hash = createHash('sha256')
  let count = 0
  let bytes = 0
  let waiting = ''
  const flush = async () => {
    const chunk = Buffer.from(waiting)
    waiting = ''
    hash.update(chunk)
    bytes += chunk.length
    await handle.appendFile(chunk)
  }
  try {
    for await (const line of lines) {
      signal.throwIfAborted()
      waiting += `${JSON.stringify(line)}\n`
      count += 1
      if (waiting.length >= atOnce) await flush()
    }
    await flush()
    await handle.sync()
    return { lines: count, bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

/** Raise it when a dump of before cannot be restored any more. */
export const dumpVersion = 1

/** Descriptor of a dump's content. */
export const packageFile = 'datapackage.json'

export const fileOf = ({ name }: Pick<Described, 'name'>): string => `${name}.jsonl`

type Field = { name: string; type: string; description?: string; constraints?: { required: true } }

/**
 * Describes a dump by the Data Package standard, version 2 (datapackage.org): each file with its columns, its licence, its size and its
 * SHA-256.
 * @param made the moment that the dump shows, in ISO 8601
 */
export const dataPackage = ({
  origin,
  made,
  files,
}: {
  origin: string
  made: string
  files: readonly { resource: Described; written: WrittenFile }[]
}): object => ({
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'corroborate',
  title: 'Retractions, corrections and replications of scientific papers',
  description:
    'All that the site shows to everybody: papers, what happened to them, attempts to repeat them, notes, reports, votes and the books. No account, no address, nothing that waits for a moderator.',
  version: `${dumpVersion}.0.0`,
  created: made,
  homepage: origin,
  contributors: [{ title: 'Corroborate', path: origin, roles: ['publisher'] }],
  sources: [
    { title: 'OpenAlex', path: 'https://openalex.org/' },
    { title: 'Crossref', path: 'https://www.crossref.org/' },
    { title: 'Retraction Watch', path: 'https://retractionwatch.com/' },
    { title: 'FORRT', path: 'https://forrt.org/' },
  ],
  licenses: licencesOf(files.map(({ resource }) => resource.licence)),
  resources: files.map(({ resource, written }) => resourceOf(resource, written)),
})

const licencesOf = (all: readonly Licence[]): Licence[] => [...new Map(all.map(each => [each.name, each])).values()]

const resourceOf = (resource: Described, { lines, bytes, sha256 }: WrittenFile): object => ({
  name: resource.name,
  type: 'table',
  path: fileOf(resource),
  format: 'jsonl',
  mediatype: 'application/jsonl',
  encoding: 'utf-8',
  title: resource.title,
  description: resource.description,
  licenses: [resource.licence],
  bytes,
  hash: `sha256:${sha256}`,
  rows: lines,
  schema: { fields: fieldsOf(resource.line), primaryKey: resource.key },
})

const kind = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).default([]),
  format: z.string().optional(),
})
const jsonType = kind.extend({ anyOf: z.array(kind).optional() })

/** The columns of a line, as Table Schema names their types. */
export const fieldsOf = (line: z.ZodObject): Field[] => {
  const { properties = {} } = z.toJSONSchema(line, { unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => {
    const { anyOf, ...alone } = jsonType.parse(property)
    const kinds = (anyOf ?? [alone]).flatMap(({ type, format }) => [type].flat().map(one => ({ type: one, format })))
    const isNullable = kinds.some(({ type }) => type === 'null')
    const { type = 'any', format } = kinds.find(({ type }) => type !== 'null') ?? {}
    return {
      name,
      type: format === 'date-time' ? 'datetime' : type,
      ...(!isNullable && { constraints: { required: true as const } }),
    }
  })
}
