/** Written in by the build; absent where the sources run as they are. */
declare const __SWAPLINE_VERSION__: string | undefined

export const version: string = typeof __SWAPLINE_VERSION__ === 'string' ? __SWAPLINE_VERSION__ : 'development'
