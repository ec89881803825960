import { afterYours } from '../../kit/browser/index.ts'
import { wakeIslands } from '../../kit/browser/index.tsx'

afterYours(() =>
  wakeIslands({
    finder: () => import('../../finding/search/index.tsx').then(({ PaperFinder }) => PaperFinder),
    share: () => import('../../kit/browser/index.tsx').then(({ Share }) => Share),
  }),
)
