import { wakeIslands } from '../wake-islands.ts'

const load = () => import('./TestIslands.tsx')

wakeIslands({
  // A file of its own, which a test can keep back.
  first: () => import('./first-island.ts').then(({ Counter }) => Counter),
  broken: () => load().then(({ Broken }) => Broken),
  words: () => load().then(({ Words }) => Words),
  shelf: () => load().then(({ Shelf }) => Shelf),
  last: () => load().then(({ Counter }) => Counter),
})
