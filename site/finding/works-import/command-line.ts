import { parseArgs } from 'node:util'

/** What the command line asks for, or what is wrong with it. */
export type Command =
  | { kind: 'help' }
  | { kind: 'import'; files: string[]; replace: boolean }
  | { kind: 'wrong'; sentence: string }

export const help = `Usage: npm run works:import -- [--replace] FILE…

Imports papers, and what is known about them, into DATA_DIR and the site's database.

FILE is any number of, in any order:
  works         one OpenAlex work as JSON on each line (.jsonl)
  updates       CSV with the columns doi, update_type, update_doi … (corrections and retractions)
  retractions   Retraction Watch's CSV (OriginalPaperDOI, RetractionDOI, RetractionDate, RetractionNature, Reason …), or its
                short form (doi, notice_doi, nature)
  replications  FORRT's CSV: FLoRA (doi_o, doi_r, outcome …) or its older form (doi_original, doi_replication, outcome …)
  crossref      Crossref's dumps of works: one as JSON on each line, or the older {"items":[…]} in each file; what they tell of
                updates is taken
All of them plain or compressed with gzip or zstd.
What a file holds is told by its content, not by its name.

  --replace     a work that is known already takes the facts of the file; without it the first record stays, so the order of the
                files decides. Corrections, retractions and replications always take the facts of the newest file.
  --help        this text

Lines that cannot be used never stop the import: they are counted, and listed with their reason in
DATA_DIR/works-import-rejects.tsv. An import may be stopped and run again, and the site may serve meanwhile.

Exit code: 0 done; 1 a file was cut off, damaged or unknown, or could not be stored; 2 wrong command line.
`

export const readCommandLine = (args: readonly string[], isFile: (path: string) => boolean): Command => {
  const parsed = tryParse(args)
  if (typeof parsed === 'string') return { kind: 'wrong', sentence: parsed }
  if (parsed.values.help) return { kind: 'help' }
  const files = parsed.positionals
  if (files.length === 0) return { kind: 'wrong', sentence: 'Name at least one file to import.' }
  const missing = files.filter(file => !isFile(file))
  if (missing.length > 0) {
    const those = missing.length === 1 ? 'There is no such file' : 'There are no such files'
    return { kind: 'wrong', sentence: `${those}: ${missing.join(', ')}` }
  }
  return { kind: 'import', files, replace: parsed.values.replace ?? false }
}

const tryParse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `${message.split('. ')[0]?.replace(/\.$/, '')}.`
  }
}
