import { ReadableStream } from 'node:stream/web'
import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import { parseDoi, paths } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, type NoJobs } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { createNamePaper, type NamePaper, type WithPapers } from '../../paper/papers/index.ts'
import { bountyOf, doiOfFund, type Fund } from '../ledger/accounts.ts'
import type { WithStripe } from '../stripe/open-stripe.ts'
import { csvHead, csvLine, jsonLine } from './books-file.ts'
import { booksPage } from './books-page.ts'
import { type BalancedLine, type BookLine, type BookList, type BookPart, type BookSums, bookParts } from './model.ts'
import { type BookTables, readChanged, readLines, readSums } from './read-books.ts'

/** Balances before the given entries, by currency, in minor units. */
export type Balances = Map<string, number>

const balancesOf = ({ held }: Pick<BookSums, 'held'>): Balances =>
  new Map(held.map(({ currency, amount }) => [currency, amount]))

/**
 * Adds the running balance to entries sorted newest first. `after` is the balance after the first entry; it is updated to the balance
 * before the last.
 */
const withBalances = (lines: readonly BookLine[], after: Balances): BalancedLine[] =>
  lines.map(line => {
    if (line.part !== 'funds') return { ...line, balance: null }
    const { currency, amount } = line.money
    const balance = after.get(currency) ?? 0
    after.set(currency, balance - amount)
    return { ...line, balance: { amount: balance, currency } }
  })

type CallsOptions = {
  db: Kysely<BookTables>
  pages: Pick<Pages, 'show'>
  namePaper: NamePaper
  isSandbox: boolean
}

/** So many lines on a page, and read at a time for a file. */
const onPage = 50
const atATime = 500
const lastPage = 10_000

/** Routes of `/books` and its file formats. */
export const createBooksCalls = ({ db, pages, namePaper, isSandbox }: CallsOptions) => {
  const page: Handler = async c => {
    const fund = fundOf(c)
    const number = pageOf(c)
    const part = partOf(c)
    const sums = await readSums(db.$pickTables<'ledger'>(), fund)
    const which = whichOf(fund)
    // On the first page of all stand the newest of each part.
    const parts = part === null ? (number === 1 ? bookParts : (['funds'] as const)) : [part]
    const lists = await Promise.all(parts.map(one => readList({ fund, part: one, number, sums })))
    const doi = fund === null ? null : doiOfFund(fund)
    const named = doi === null ? null : await namePaper(c, doi)
    return pages.show(c, booksPage, {
      of: doi === null ? (fund === null ? null : 'pool') : { doi, title: named?.title ?? doi, href: paths.paper(doi) },
      sums,
      part,
      lists,
      first: number === 1 && part === null ? null : paths.books(which),
      csv: paths.booksFile('csv', which),
      json: paths.booksFile('json', which),
      isSandbox,
    })
  }

  const readList = async ({
    fund,
    part,
    number,
    sums,
  }: {
    fund: Fund | null
    part: BookPart
    number: number
    sums: BookSums
  }): Promise<BookList> => {
    const offset = (number - 1) * onPage
    const [lines, newer] = await Promise.all([
      readLines(db, { fund, part, limit: onPage + 1, offset }),
      part === 'funds' ? readChanged(db.$pickTables<'ledger'>(), fund, offset) : new Map<string, number>(),
    ])
    const after = balancesOf(sums)
    for (const [currency, amount] of newer) after.set(currency, (after.get(currency) ?? 0) - amount)
    const next = paths.books({ ...whichOf(fund), part, page: number + 1 })
    return { part, lines: withBalances(lines.slice(0, onPage), after), next: lines.length > onPage ? next : null }
  }

  /** All lines, read and sent part by part. */
  const file = (c: HttpContext, type: string, parts: (lines: AsyncIterable<BalancedLine>) => AsyncIterable<string>) => {
    const text = parts(allLines(fundOf(c)))
    c.header('Content-Type', type)
    c.header('Cache-Control', 'no-cache')
    return c.body(ReadableStream.from(encoded(text)) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>)
  }

  async function* allLines(fund: Fund | null): AsyncGenerator<BalancedLine> {
    const after = balancesOf(await readSums(db.$pickTables<'ledger'>(), fund))
    for (let offset = 0; ; offset += atATime) {
      const lines = await readLines(db, { fund, part: null, limit: atATime, offset })
      yield* withBalances(lines, after)
      if (lines.length < atATime) return
    }
  }

  const csv: Handler = c => {
    c.header('Content-Disposition', 'attachment; filename="books.csv"')
    return file(c, 'text/csv; charset=utf-8', async function* (lines) {
      yield csvHead
      for await (const line of lines) yield csvLine(line)
    })
  }

  const json: Handler = c =>
    file(c, 'application/json', async function* (lines) {
      let before = '{"lines":['
      for await (const line of lines) {
        yield `${before}${JSON.stringify(jsonLine(line))}`
        before = ',\n'
      }
      yield before === ',\n' ? ']}' : `${before}]}`
    })

  return { page, csv, json }
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const part of text) yield encoder.encode(part)
}

/** Returns the query's fund; null for all. @throws HttpProblem 400 for an invalid DOI */
const fundOf = (c: HttpContext): Fund | null => {
  const text = c.req.query('doi')
  if (text === undefined) return c.req.query('fund') === 'pool' ? 'pool' : null
  const doi = parseDoi(text)
  if (doi === null) throw new HttpProblem(400, 'doi is not a DOI.')
  return bountyOf(doi)
}

/** @throws HttpProblem 400 for an unknown part of the ledger */
const partOf = (c: HttpContext): BookPart | null => {
  const text = c.req.query('part')
  if (text === undefined) return null
  const part = bookParts.find(each => each === text)
  if (part === undefined) throw new HttpProblem(400, `part is one of ${bookParts.join(', ')}.`)
  return part
}

const whichOf = (fund: Fund | null) => {
  if (fund === null) return {}
  const doi = doiOfFund(fund)
  return doi === null ? ({ pool: true } as const) : { doi }
}

const pageOf = (c: HttpContext): number => {
  const number = Number(c.req.query('page') ?? 1)
  if (!Number.isInteger(number) || number < 1 || number > lastPage)
    throw new HttpProblem(400, 'page is not the number of a page.')
  return number
}

/** Public ledger of all money. */
export const booksFeature = defineFeature<BookTables, NoJobs, WithPapers & WithStripe>()({
  pages: [booksPage],
  open: ({ db, pages, papers, stripe }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createBooksCalls({ db, pages, namePaper, isSandbox: stripe?.isSandbox ?? false })
    return {
      routes: {
        [paths.books()]: { GET: calls.page },
        [paths.booksFile('csv')]: { GET: calls.csv },
        [paths.booksFile('json')]: { GET: calls.json },
      },
    }
  },
})
