import { fail, type SwapError } from '#domain/errors'

/** Why a directory cannot hold files, by the operating system's error code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'it cannot be created there',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ELOOP: 'its symbolic links lead nowhere',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'its disk reports an error',
}

/** The failure of a directory that cannot hold files; `undefined` if `error` is not a file system's. */
export function toStateDirFailure(directory: string, error: unknown): SwapError | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return undefined
  const reason = reasons[error.code]
  return reason === undefined ? undefined : fail('STATE_DIR_UNUSABLE', { path: directory, reason }, { cause: error })
}
