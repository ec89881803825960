import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { messageOf } from '@corroborate/server-kit/error-message'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { z } from 'zod'
import { dumpVersion, fileOf, packageFile } from './data-package.ts'
import type { Described } from './resource.ts'

/** Bytes of the longest line that is read: a report with all of its fields full has a hundredth of it. */
const longestLine = 64_000_000

const described = z.object({
  name: z.literal('corroborate'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  resources: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      bytes: z.int().nonnegative(),
      hash: z.string().regex(/^sha256:[\da-f]{64}$/),
    }),
  ),
})

/**
 * Verifies that a folder holds a complete dump: each of `wanted` is present with the size and SHA-256 of its description.
 * @throws OperatorError with the difference
 */
export const verifyDump = async (folder: string, wanted: readonly Described[]): Promise<void> => {
  const { version, resources } = await readPackage(folder)
  if (Number(version.split('.')[0]) !== dumpVersion)
    throw new OperatorError(`${folder} is a version ${version} dump; this program reads version ${dumpVersion}.`)
  for (const resource of wanted) {
    const file = fileOf(resource)
    const told = resources.find(({ name, path }) => name === resource.name && path === file)
    if (told === undefined) throw new OperatorError(`${folder} does not list ${file}: the dump is incomplete.`)
    const { bytes, sha256 } = await hashOf(join(folder, file))
    if (bytes !== told.bytes || told.hash !== `sha256:${sha256}`)
      throw new OperatorError(`${join(folder, file)} does not match its checksum: it was truncated or modified.`)
  }
}

const readPackage = async (folder: string): Promise<z.infer<typeof described>> => {
  const file = join(folder, packageFile)
  try {
    return described.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new OperatorError(`${folder} is not a dump of a site: ${packageFile} cannot be read. ${reason}`)
  }
}

const hashOf = async (file: string): Promise<{ bytes: number; sha256: string }> => {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${messageOf(error)}`)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Iterates the lines of a dump file. @throws OperatorError for a line that does not match its schema */
export async function* readLines<Line>(
  folder: string,
  resource: Pick<Described, 'name'> & { line: z.ZodType<Line> },
): AsyncGenerator<Line> {
  const file = join(folder, fileOf(resource))
  for await (const { at, text } of linesOf(createReadStream(file), longestLine)) {
    if (text === null) throw new OperatorError(`${file}:${at} is not a line of a dump: it is longer than 64 MB.`)
    yield parsedLine(resource.line, text, `${file}:${at}`)
  }
}

const parsedLine = <Line>(schema: z.ZodType<Line>, text: string, where: string): Line => {
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error)
    throw new OperatorError(`${where} is not a line of a dump: ${reason}`)
  }
}
