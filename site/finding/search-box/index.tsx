export { Found } from './Found.tsx'
export { SearchBox } from './SearchBox.tsx'
export { searchMessages } from './search-messages.ts'
