export { useBeforePaint } from './use-before-paint.ts'
export { Widget, type WidgetProps } from './Widget.tsx'
