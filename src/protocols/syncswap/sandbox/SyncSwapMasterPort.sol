// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// @notice A port, not SyncSwap's code: the answers of its pool master and its factories to pools and to pool lookups.
/// Fees are per pair of tokens, in 10^-5, and anyone may set one; a sender's own fee takes precedence.
contract SyncSwapMasterPort {
    address public immutable vault;
    mapping(address tokenIn => mapping(address tokenOut => uint24)) private fees;
    mapping(address sender => uint24) private senderFees;
    mapping(address => mapping(address => address)) public getPool;

    constructor(address vault_) {
        vault = vault_;
    }

    function setTokenSwapFee(address tokenIn, address tokenOut, uint24 fee) external {
        fees[tokenIn][tokenOut] = fee;
    }

    /// @param fee 0 for no own fee
    function setSenderFee(address sender, uint24 fee) external {
        senderFees[sender] = fee;
    }

    function getSwapFee(address, address sender, address tokenIn, address tokenOut, bytes calldata)
        external
        view
        returns (uint24)
    {
        return senderFees[sender] == 0 ? fees[tokenIn][tokenOut] : senderFees[sender];
    }

    function isForwarder(address) external pure returns (bool) {
        return false;
    }

    /// Replaces `createPool`: pools are created elsewhere.
    function add(address pool, address a, address b) external {
        (getPool[a][b], getPool[b][a]) = (pool, pool);
    }
}
