/** First topics of events: keccak-256 of their signatures. */

/** Transfer(address,address,uint256), of EIP-20 and EIP-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Approval(address,address,uint256), likewise. */
export const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
