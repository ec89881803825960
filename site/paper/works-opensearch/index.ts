export { openWorksThere } from './engine.ts'
export { beginImport, type ImportThere, type ImportWay, openServingWriter } from './import.ts'
export { type SearchPlace, searchPlaceOf } from './place.ts'
export { sinkInto } from './sink.ts'
