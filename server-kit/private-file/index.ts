export { keepPrivate } from './keep-private.ts'
export { ownedAsFolder } from './owned-as-folder.ts'
