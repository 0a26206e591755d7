// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NotArmed, Reentered} from "../Errors.sol";
import {Words} from "./Words.sol";

/// @notice The router's state during a swap: the payer (which is also the lock), and the one address that may act on
/// the router at the moment.
/// @dev `Words` stores it.
library Slots {
    uint256 private constant PAYER = 0;
    uint256 private constant ARMED = 1;
    uint256 private constant TOKEN = 2;

    /// A pull's cap, below 2^128, is kept above the token, which has 95 bits to spare, and above the right.
    uint256 private constant CAP_BITS = 95;
    uint256 private constant CAP_LOW = (1 << CAP_BITS) - 1;
    uint256 private constant RIGHT_END = 163;

    /// What the armed address may do, stored above its 160 bits.
    uint256 internal constant PULL_FROM_PAYER = 1 << 160;
    uint256 internal constant PULL_FROM_ROUTER = 2 << 160;
    uint256 internal constant SEND_NATIVE = 3 << 160;
    /// Added to a pull: it is taken through `unlockCallback` only; other pulls never are.
    uint256 internal constant AS_VAULT = 4 << 160;

    /// @notice Starts a swap that `account` pays for. Reverts while another swap runs.
    function lock(address account) internal {
        if (Words.load(PAYER) != 0) revert Reentered();
        Words.store(PAYER, uint160(account));
    }

    function unlock() internal {
        Words.store(PAYER, 0);
    }

    /// @notice The payer of the running swap.
    function payer() internal view returns (address) {
        return address(uint160(Words.load(PAYER)));
    }

    /// @notice Lets `pool` ask once for up to `cap` of `token`.
    /// @param cap below 2^128
    /// @param right PULL_FROM_PAYER or PULL_FROM_ROUTER, plus AS_VAULT for a vault
    function armPull(address pool, uint256 right, address token, uint256 cap) internal {
        Words.store(ARMED, uint160(pool) | right | (cap >> CAP_BITS) << RIGHT_END);
        Words.store(TOKEN, uint160(token) | (cap & CAP_LOW) << 160);
    }

    /// @notice Uses up the caller's right to be paid; the caller must be the armed pool.
    /// @param kind AS_VAULT, or 0 for a pool that calls back directly
    function takePull(uint256 kind) internal returns (bool fromPayer, address token, uint256 cap) {
        uint256 armed = Words.load(ARMED);
        uint256 who = armed & ((1 << RIGHT_END) - 1);
        uint256 caller = uint160(msg.sender) | kind;
        fromPayer = who == caller | PULL_FROM_PAYER;
        if (!fromPayer && who != caller | PULL_FROM_ROUTER) revert NotArmed(msg.sender);
        Words.store(ARMED, 0);
        uint256 armedToken = Words.load(TOKEN);
        cap = (armed >> RIGHT_END) << CAP_BITS | armedToken >> 160;
        return (fromPayer, address(uint160(armedToken)), cap);
    }

    function isArmed() internal view returns (bool) {
        return Words.load(ARMED) != 0;
    }

    /// @notice Lets `wrapped` send native currency until `disarm`.
    function armNative(address wrapped) internal {
        Words.store(ARMED, uint160(wrapped) | SEND_NATIVE);
    }

    /// @notice Reverts unless the caller may send native currency. Only reads: a sender may forward only 2,300 gas.
    function requireNativeSender() internal view {
        if (Words.load(ARMED) != (uint160(msg.sender) | SEND_NATIVE)) revert NotArmed(msg.sender);
    }

    function disarm() internal {
        Words.store(ARMED, 0);
    }
}
