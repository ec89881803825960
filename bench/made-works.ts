import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'

/** Words of real titles by frequency, title lengths in words, and author names. */
export type TitleWords = { words: readonly string[]; lengths: readonly number[]; names: readonly string[] }

type OpenAlexWork = { title?: string | null; authorships?: { author?: { display_name?: string } }[] }

/** Sample size large enough to reflect the word frequencies of all titles. */
const titlesRead = 60_000

/** Reads title words and first-author names from a file of works in OpenAlex format. */
export const readTitleWords = async (file: string): Promise<TitleWords> => {
  const words: string[] = []
  const lengths: number[] = []
  const names: string[] = []
  const lines = createInterface({ input: createReadStream(file).pipe(createZstdDecompress()) })
  for await (const line of lines) {
    const { title, authorships } = JSON.parse(line) as OpenAlexWork
    const ofTitle = title?.split(/\s+/).filter(word => word !== '') ?? []
    if (ofTitle.length === 0) continue
    words.push(...ofTitle)
    lengths.push(ofTitle.length)
    const name = authorships?.[0]?.author?.display_name
    if (name !== undefined) names.push(name)
    if (lengths.length === titlesRead) break
  }
  lines.close()
  return { words, lengths, names }
}

/** Numbers from 0 to before 1 that are the same in each run (mulberry32). */
const numbersFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Generates works number `from` (inclusive) to `to` (exclusive), one line of OpenAlex JSON each. Titles shuffle words of real titles. */
export const madeLines = function* ({ words, lengths, names }: TitleWords, from: number, to: number) {
  const next = numbersFrom(from)
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item
  for (let n = from; n < to; n++) {
    const title = Array.from({ length: one(lengths) }, () => one(words)).join(' ')
    const authors = Array.from({ length: 1 + Math.floor(next() * 4) }, () => one(names))
    yield `${JSON.stringify({
      id: `https://openalex.org/W88${String(n).padStart(10, '0')}`,
      doi: `https://doi.org/10.5555/made.${n}`,
      title,
      publication_year: 1950 + Math.floor(next() * 76),
      type: 'article',
      authorships: authors.map(display_name => ({ author: { display_name } })),
      primary_location: { source: { display_name: `Journal of ${one(words)} ${one(words)}` } },
      // Few papers are cited often: most of them never.
      cited_by_count: Math.floor(1 / (0.002 + next()) ** 1.5),
    })}\n`
  }
}

/** Writes such lines into a file. */
export const writeMadeWorks = async (file: string, of: TitleWords, from: number, to: number): Promise<void> => {
  await pipeline(Readable.from(madeLines(of, from, to), { highWaterMark: 1_000 }), createWriteStream(file))
}
