export { HappenedList } from './HappenedList.tsx'
export { RecentPage } from './RecentPage.tsx'
export { WantedList } from './WantedList.tsx'
export { WantedPage } from './WantedPage.tsx'
