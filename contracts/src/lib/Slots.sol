// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NotArmed, Reentered} from "../Errors.sol";

/// @notice The router's only memory between its calls, gone with the transaction: who pays (and thereby that a swap
/// runs), and the one address that may act on the router right now.
/// @dev This file alone knows where these words are kept. A build for chains without EIP-1153 replaces it.
library Slots {
    uint256 private constant PAYER = 0;
    uint256 private constant ARMED = 1;
    uint256 private constant TOKEN = 2;
    uint256 private constant CAP = 3;

    /// What the armed address may do, kept above its 160 bits.
    uint256 internal constant PULL_FROM_PAYER = 1 << 160;
    uint256 internal constant PULL_FROM_ROUTER = 2 << 160;
    uint256 internal constant SEND_NATIVE = 3 << 160;

    /// @notice Starts a swap that `account` pays for. Reverts while another one runs.
    function lock(address account) internal {
        if (_load(PAYER) != 0) revert Reentered();
        _store(PAYER, uint160(account));
    }

    function unlock() internal {
        _store(PAYER, 0);
    }

    /// @notice Who pays for the swap that runs.
    function payer() internal view returns (address) {
        return address(uint160(_load(PAYER)));
    }

    /// @notice Lets `pool` ask once for up to `cap` of `token`.
    /// @param right PULL_FROM_PAYER or PULL_FROM_ROUTER
    function armPull(address pool, uint256 right, address token, uint256 cap) internal {
        _store(ARMED, uint160(pool) | right);
        _store(TOKEN, uint160(token));
        _store(CAP, cap);
    }

    /// @notice Takes the right to be paid from the caller, who must be the armed pool.
    function takePull() internal returns (bool fromPayer, address token, uint256 cap) {
        uint256 armed = _load(ARMED);
        fromPayer = armed == (uint160(msg.sender) | PULL_FROM_PAYER);
        if (!fromPayer && armed != (uint160(msg.sender) | PULL_FROM_ROUTER)) revert NotArmed(msg.sender);
        _store(ARMED, 0);
        return (fromPayer, address(uint160(_load(TOKEN))), _load(CAP));
    }

    function isArmed() internal view returns (bool) {
        return _load(ARMED) != 0;
    }

    /// @notice Lets `wrapped` send native currency until `disarm`.
    function armNative(address wrapped) internal {
        _store(ARMED, uint160(wrapped) | SEND_NATIVE);
    }

    /// @notice Reverts unless the caller may send native currency. Only reads: a sender may give no more than 2,300 gas.
    function requireNativeSender() internal view {
        if (_load(ARMED) != (uint160(msg.sender) | SEND_NATIVE)) revert NotArmed(msg.sender);
    }

    function disarm() internal {
        _store(ARMED, 0);
    }

    function _load(uint256 slot) private view returns (uint256 word) {
        assembly ("memory-safe") {
            word := tload(slot)
        }
    }

    function _store(uint256 slot, uint256 word) private {
        assembly ("memory-safe") {
            tstore(slot, word)
        }
    }
}
