import { isOneSlipApart, isOneSlipFromStart } from '../../works-index/index.ts'
import type { WorkDocument } from '../documents.ts'

/** The part of OpenSearch's query language that we use. */
export type Query = {
  term?: Record<string, string | number>
  terms?: Record<string, (string | number)[]>
  prefix?: Record<string, string>
  fuzzy?: Record<string, { value: string }>
  constant_score?: { filter: Query; boost: number }
  bool?: { filter?: Query[]; should?: Query[]; minimum_should_match?: number }
}

/** Scores a document for a query; null if it does not match. */
export const scoreOf = (document: WorkDocument, query: Query): number | null => {
  const { term, terms, prefix, fuzzy, constant_score: constant, bool } = query
  if (term !== undefined) return some(term, (field, wanted) => valuesIn(document, field).includes(wanted))
  if (terms !== undefined)
    return some(terms, (field, wanted) => valuesIn(document, field).some(value => wanted.includes(value)))
  if (prefix !== undefined)
    return some(prefix, (field, start) => valuesIn(document, field).some(value => String(value).startsWith(start)))
  if (fuzzy !== undefined)
    return some(fuzzy, (field, { value }) => {
      const slips = field === 'words' ? isOneSlipApart : isOneSlipFromStart
      return valuesIn(document, 'words').some(word => slips(value, String(word)))
    })
  if (constant !== undefined) return scoreOf(document, constant.filter) === null ? null : constant.boost
  if (bool === undefined) throw new Error(`This query is not played: ${JSON.stringify(query)}`)
  const { filter = [], should = [], minimum_should_match: least = filter.length === 0 ? 1 : 0 } = bool
  if (filter.some(each => scoreOf(document, each) === null)) return null
  const scores = should.map(each => scoreOf(document, each)).filter(score => score !== null)
  return scores.length < least ? null : scores.reduce((sum, score) => sum + score, 0)
}

const some = <Value>(
  fields: Record<string, Value>,
  matches: (field: string, value: Value) => boolean,
): number | null => (Object.entries(fields).every(([field, value]) => matches(field, value)) ? 1 : null)

const valuesIn = (document: WorkDocument, field: string): (string | number)[] => {
  if (field === 'words') return document.words.split(' ')
  const value = document[field as keyof WorkDocument]
  return value === null || value === undefined ? [] : [value]
}
