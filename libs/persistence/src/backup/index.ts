export { type BackedUpTable, BackupUnreadable, type BackupHeader, type BackupTrailer } from './backup-format.js';
export { RestoreRefused } from '../restore-mark.js';
export { verifyBackup, type VerifiedBackup } from './read-backup.js';
export { cancelRestore, restoreBackup, type RestoreOptions } from './restore-backup.js';
export { type BackupOptions, type BackupReport, writeBackup } from './write-backup.js';
