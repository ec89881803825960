export { Found } from './Found.tsx'
export { HeaderSearch } from './HeaderSearch.tsx'
export { SearchBox } from './SearchBox.tsx'
export { searchMessages } from './search-messages.ts'
