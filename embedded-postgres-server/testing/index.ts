export { createEarlierCluster, EARLIER_MAJOR } from './earlier-cluster.ts';
export { type OwnerProcess, startOwner } from './owner-process.ts';
export { type ListedProcess, processesOf, serverPid } from './process-list.ts';
