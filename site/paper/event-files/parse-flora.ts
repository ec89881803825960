import { floraOrigin, type ReplicationRow } from '../known/index.ts'
import { type CsvRecord, type ParsedRecord, parseReplication } from './outcome-rows.ts'

/** One row of FLoRA, FORRT's list as it publishes it now: written by R, so that `NA` is nothing. */
export const parseFlora = (record: CsvRecord): ParsedRecord<ReplicationRow> => {
  const field = (name: string): string => {
    const value = record[name]?.trim() ?? ''
    return value === 'NA' ? '' : value
  }
  const address = [field('doi_r'), field('url_r'), field('alt_identifier_r')].find(value => value !== '') ?? ''
  return parseReplication({
    doi_original: field('doi_o'),
    doi_replication: address,
    type: field('type'),
    outcome: field('outcome'),
    outcome_quote: field('outcome_quote'),
    title_original: field('title_o'),
    journal_original: field('journal_o'),
    year_original: field('year_o'),
    title_replication: field('title_r'),
    journal_replication: field('journal_r'),
    year_replication: field('year_r'),
    origin: floraOrigin,
  })
}
