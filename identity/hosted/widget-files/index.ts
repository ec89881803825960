export { widgetFiles } from './widget-files.ts'
