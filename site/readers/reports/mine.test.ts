import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { accountKey } from '../../kit/people/index.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import { exportReports } from './feature.ts'
import type { ReportTables } from './tables.ts'
import { exampleReport } from './testing/index.ts'

describeStore<AppTables & ReportTables>('one’s own reports', siteMigrations, open => {
  test('reports and drafts are exported completely with readable dates', async () => {
    const db = await open()
    const { person } = await startCallers(db as unknown as Kysely<AppTables>)
    const ada = person('ada@example.org')
    const moderator = person('mo@example.org', { roles: ['moderator'] })
    const exported = () => exportReports(db, { id: ada.id, key: accountKey(ada.id) })
    const { id } = (await (await ada.send('/10.1000/x/audit/', exampleReport)).json()) as { id: string }
    await ada.send('/10.1000/y/reproduce', { draft: { at: 1, step: 1, entries: {} } })
    await person('eve@example.org').send('/10.1000/x/audit/', exampleReport)

    const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const report = {
      doi: '10.1000/x',
      name: exampleReport.auditorName,
      email: exampleReport.auditorEmail,
      sha256: exampleReport.sha256,
      content: { auditReport: exampleReport.auditReport },
      sent: aTime,
    }
    const report_drafts = [{ doi: '10.1000/y', draft: { step: 1, entries: {} }, changed: aTime }]
    expect(await exported()).toMatchObject({ reports: [{ ...report, approved: null }], report_drafts })
    await moderator.send(`/moderate/audit/${id}`, { action: 'approve' })
    expect(await exported()).toMatchObject({ reports: [{ ...report, approved: aTime }], report_drafts })
  })
})
