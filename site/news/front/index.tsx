export { HappenedList } from './HappenedList.tsx'
export { WantedList } from './WantedList.tsx'
