import { join } from 'node:path'
import { costOfCalls } from './cost-of-calls.ts'
import { canReadCpu, noCpu } from './cpu.ts'
import { type Cost, drawGrowth, growthRows } from './growth.ts'
import { inNewFolder } from './in-new-folder.ts'
import { startSite } from './our-servers.ts'
import { type HttpCall, sendAll } from './routes.ts'
import { notMeasured, type Run } from './row.ts'
import { openRowCopies } from './row-copies.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const few = [1_000, 10_000]
/** Votes are spread over so many papers. */
const papers = 10_000
const rounds = 5
const callsARound = 300
const first = '10.1000/bench.0'

export const run: Run = async ({ quick }) => {
  if (!canReadCpu) return [notMeasured('votes, the more there are', noCpu)]
  return inNewFolder(async folder => {
    const site = await startSite({ DATA_DIR: folder })
    try {
      let voters = 0
      const voteOn = (doi: string): HttpCall => ({
        method: 'POST',
        url: `${site.origin}/${doi}/vote`,
        headers: { origin: site.origin, cookie: `visitor=${String(voters++).padStart(22, '0')}` },
        body: '{"voteType":"upvote"}',
      })
      await sendAll([voteOn(first)], 1)
      const copies = await openRowCopies({ file: join(folder, 'site.sqlite') })
      const where = `doi = '${first}'`
      const doi = `'10.1000/bench.' || (i % ${papers})`
      await copies.copy({ table: 'vote_counts', where, set: { doi } }, 1, papers)
      const votes: Cost[] = []
      const pages: Cost[] = []
      let before = 1
      for (const size of quick ? few : sizes) {
        await copies.copy({ table: 'votes', where, set: { doi, voter: `'copy' || i` } }, before, size)
        before = size
        votes.push(
          await costOfCalls({ pid: site.pid, size, rounds, callsARound }, n => voteOn(`10.1000/bench.${n % papers}`)),
        )
        pages.push(
          await costOfCalls({ pid: site.pid, size, rounds, callsARound }, n => ({
            method: 'GET',
            url: `${site.origin}/10.1000/bench.${n % papers}`,
            headers: { accept: 'text/html', cookie: `visitor=${String(n).padStart(22, '0')}` },
          })),
        )
      }
      await copies.close()
      const growths = [
        { what: 'a vote', costs: votes },
        { what: 'a page with a vote of one’s own', costs: pages },
      ]
      if (!quick) drawGrowth('cost-against-votes.svg', growths, { title: 'What one costs, against votes', of: 'votes' })
      const how = `SQLite, votes on ${papers.toLocaleString('en-US')} papers, one request after the other, ${rounds} rounds of ${callsARound}`
      return growths.flatMap(growth => growthRows(growth, { of: 'votes', how }))
    } finally {
      await site.stop()
    }
  })
}
