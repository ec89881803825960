export { isOfOpenSearch, type SearchPlace, searchPlaceOf } from './ask.ts'
export { openWorksThere } from './engine.ts'
export { beginImport, type ImportWay, openServingWriter, sinkInto } from './import.ts'
