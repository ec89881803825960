export { type Callbacks, eventTypes, type WidgetEvent } from './events.ts'
export { useElementId } from './use-element-id.ts'
export { useWidget, type Widget, WidgetProvider } from './widget-context.ts'
