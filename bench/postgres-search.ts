import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

// PostgreSQL full-text search as its manual describes it (chapters 12 and F.35): a stored tsvector with boosted titles, a GIN index,
// unaccent, and pg_trgm to correct unknown words.

const schema = `
  create extension unaccent;
  create extension pg_trgm;
  create text search configuration plain (copy = simple);
  alter text search configuration plain alter mapping for hword, hword_part, word with unaccent, simple;
  create table works (
    doi text primary key, title text, authors text, year text,
    words tsvector generated always as (
      setweight(to_tsvector('plain', coalesce(title, '')), 'A') ||
      setweight(to_tsvector('plain', coalesce(authors, '') || ' ' || coalesce(year, '')), 'B')) stored);`
const afterwards = `
  create index works_words on works using gin (words);
  create table dictionary as select word from ts_stat('select words from works');
  create index dictionary_trigrams on dictionary using gin (word gin_trgm_ops);
  create index dictionary_words on dictionary (word);
  analyze;`
const batch = 5_000

const find = {
  name: 'find',
  text: `select doi from works, to_tsquery('plain', $1) query where words @@ query order by ts_rank_cd(words, query) desc limit $2`,
}
const correct = {
  name: 'correct',
  text: `select coalesce(
      (select word from dictionary where word = unaccent(lower($1))),
      (select word from dictionary where word % unaccent(lower($1)) order by similarity(word, unaccent(lower($1))) desc limit 1),
      $1) as word`,
}

/** Fills a database with the works of an index of ours; its search gives DOIs. */
export const openPostgresSearch = async (url: string, index: string, best: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(schema)
  const works = new DatabaseSync(index, { readOnly: true })
  const rows = works.prepare('select doi, title, authors, year from works').iterate()
  for (let some = take(rows); some.length > 0; some = take(rows)) {
    await client.query(
      'insert into works (doi, title, authors, year) select doi, title, authors, year from json_populate_recordset(null::works, $1)',
      [JSON.stringify(some)],
    )
  }
  works.close()
  await client.query(afterwards)

  const ask = async (words: readonly string[], operator: '&' | '|') => {
    // The last word may still be growing.
    const query = words.map((word, n) => `'${word}'${n === words.length - 1 ? ':*' : ''}`).join(operator)
    const { rows } = await client.query({ ...find, values: [query, best] })
    return rows.map(({ doi }: { doi: string }) => doi)
  }
  const corrected = async (word: string) => {
    const { rows } = await client.query({ ...correct, values: [word] })
    return (rows[0] as { word: string }).word
  }
  return {
    /** Every word, else every word corrected, else any word. */
    search: async (text: string): Promise<string[]> => {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
      if (words.length === 0) return []
      const all = await ask(words, '&')
      if (all.length > 0) return all
      const better: string[] = []
      for (const word of words) better.push(await corrected(word))
      const found = await ask(better, '&')
      return found.length > 0 ? found : ask(better, '|')
    },
    close: () => client.end(),
  }
}

const take = (rows: Iterator<unknown>): unknown[] => {
  const some: unknown[] = []
  while (some.length < batch) {
    const { done, value } = rows.next()
    if (done) break
    some.push(value)
  }
  return some
}
