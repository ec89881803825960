import { playOpenSearch } from '../../paper/works-opensearch/testing/index.ts'
import { describeSiteWithWorksElsewhere } from './testing/describe-site.ts'

describeSiteWithWorksElsewhere('a site with its works in OpenSearch, played by a local server', async () => {
  const played = await playOpenSearch()
  return { searchUrl: played.url, kill: async () => played.fail('away'), close: () => played.close() }
})
