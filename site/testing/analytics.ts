import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Report } from '../kit/analytics/events.ts'

export type AnalyticsServer = {
  /** Its address, to be given as ANALYTICS_URL. */
  url: string
  /** Every report so far, in order of arrival. */
  reports: Report[]
  /** Waits for and returns the next report of an event or identification; for one user if `userId` is given. */
  next: (name: string, userId?: string | null) => Promise<Report>
  close: () => Promise<void>
}

export const startAnalytics = async (): Promise<AnalyticsServer> => {
  const reports: Report[] = []
  const taken = new Set<Report>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { batch } = JSON.parse(text) as { batch: Report[] }
    reports.push(...batch)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const nameOf = (report: Report): string => (report.type === 'track' ? report.event : report.type)
  return {
    url: `http://127.0.0.1:${port}/batch`,
    reports,
    next: async (name, userId) => {
      const deadline = Date.now() + 10_000
      for (;;) {
        const found = reports.find(
          report => !taken.has(report) && nameOf(report) === name && (userId == null || report.userId === userId),
        )
        if (found !== undefined) {
          taken.add(found)
          return found
        }
        if (Date.now() > deadline) throw new Error(`No ${name} was reported, only ${reports.map(nameOf).join(', ')}.`)
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
