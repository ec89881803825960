import { afterYours } from '../../kit/browser/index.ts'
import { loadShare, wakeIslands } from '../../kit/browser/index.tsx'

afterYours(() =>
  wakeIslands({
    finder: () => import('../../finding/search/index.tsx').then(({ PaperFinder }) => PaperFinder),
    share: loadShare,
  }),
)
