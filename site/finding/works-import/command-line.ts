import { type Program, UsageError } from '@corroborate/server-kit/command-line'
import type { ImportWay } from '../../paper/works-opensearch/index.ts'

const more = `
FILE is any number of, in any order:
  works         one OpenAlex work as JSON on each line (.jsonl)
  updates       CSV with the columns doi, update_type, update_doi … (corrections and retractions)
  retractions   Retraction Watch's CSV (OriginalPaperDOI, RetractionDOI, RetractionDate, RetractionNature, Reason …), or its
                short form (doi, notice_doi, nature)
  replications  FORRT's CSV: FLoRA (doi_o, doi_r, outcome …) or its older form (doi_original, doi_replication, outcome …)
  crossref      Crossref's dumps of works: one as JSON on each line, or the older {"items":[…]} in each file. Only updates
                are read from them
Files may be plain, or compressed with gzip or zstd. The content of a file says what it holds, not its name.

Without --replace, a work that is already known keeps its first record, so the order of the files matters. Corrections,
retractions and replications always take the facts of the newest file.

Lines that cannot be used do not stop the import. They are counted, and listed with the reason in
DATA_DIR/works-import-rejects.tsv. You can stop an import and run it again. The site may be running.

With SEARCH_URL works go to OpenSearch: into a new index that begins with the works that serve, and takes their place in one step when
all files are read. An import that is killed or stopped leaves what served before. One import at a time.

Exit code: 0 done; 1 a file was cut off, damaged or unknown, or could not be stored; 2 wrong command line.`

/** Parsed arguments of `npm run works:import`. */
export type Wanted = { files: string[]; replace: boolean; way: ImportWay }

/** `npm run works:import`. `importAll` does it, and returns the exit code. */
export const worksImportProgram = (
  isFile: (path: string) => boolean,
  importAll: (wanted: Wanted) => Promise<number>,
): Program => ({
  name: 'npm run works:import --',
  commands: [
    {
      usage: '<FILE...>',
      summary: "Import works and editorial notices into DATA_DIR and the site's database",
      more,
      flags: {
        replace: { argument: '', help: 'Update existing works from the file' },
        fresh: { argument: '', help: 'OpenSearch: start the new index empty' },
        'in-place': { argument: '', help: 'OpenSearch: update the live index, for example with nightly changes' },
      },
      run: async ({ operands: files, flags }) => {
        const missing = files.filter(file => !isFile(file))
        if (missing.length > 0) {
          const those = missing.length === 1 ? 'File not found' : 'Files not found'
          throw new UsageError(`${those}: ${missing.join(', ')}`)
        }
        if (flags.fresh !== undefined && flags['in-place'] !== undefined)
          throw new UsageError('Use --fresh or --in-place, not both.')
        const way = flags.fresh !== undefined ? 'fresh' : flags['in-place'] !== undefined ? 'in-place' : 'beside'
        return importAll({ files, replace: flags.replace !== undefined, way })
      },
    },
  ],
})
