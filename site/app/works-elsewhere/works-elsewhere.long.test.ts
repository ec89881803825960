import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { findJava, startNodes } from '../../paper/works-opensearch/testing/index.ts'
import { describeSiteWithWorksElsewhere } from './testing/describe-site.ts'

const found = findJava()

if ('missing' in found)
  describe.skip(`site with its works in OpenSearch: ${found.missing}`, () => test('is not tried', () => {}))
else
  describeSiteWithWorksElsewhere('a site with its works in OpenSearch', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'opensearch-'))
    const nodes = await startNodes(found.java, folder, 1)
    return {
      searchUrl: nodes.urls.join(','),
      kill: () => nodes.kill(0),
      close: async () => {
        await nodes.close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  })
