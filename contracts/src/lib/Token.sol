// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {BalanceUnreadable, TransferFailed} from "../Errors.sol";
import {bubble} from "./Bubble.sol";

/// @notice The ERC-20 calls the router and its adapters make. A transfer or approval succeeded iff the call did and it answered the word 1,
/// or answered nothing where there is code. All amounts in the token's smallest unit.
library Token {
    function balanceOf(address token, address account) internal view returns (uint256 held) {
        bool read;
        assembly ("memory-safe") {
            mstore(0x00, 0x70a08231) // balanceOf(address)
            mstore(0x20, account)
            read := and(gt(returndatasize(), 0x1f), staticcall(gas(), token, 0x1c, 0x24, 0x00, 0x20))
            held := mload(0x00)
        }
        if (!read) revert BalanceUnreadable(token);
    }

    /// @notice Pays from the router's own balance.
    function transfer(address token, address to, uint256 amount) internal {
        uint256 call_;
        assembly ("memory-safe") {
            call_ := mload(0x40)
            mstore(call_, 0xa9059cbb) // transfer(address,uint256)
            mstore(add(call_, 0x20), to)
            mstore(add(call_, 0x40), amount)
        }
        _send(token, call_, 0x44);
    }

    /// @notice Pays from what `from` has approved. Callers pass the payer of the running swap and nobody else.
    function transferFrom(address token, address from, address to, uint256 amount) internal {
        uint256 call_;
        assembly ("memory-safe") {
            call_ := mload(0x40)
            mstore(call_, 0x23b872dd) // transferFrom(address,address,uint256)
            mstore(add(call_, 0x20), from)
            mstore(add(call_, 0x40), to)
            mstore(add(call_, 0x60), amount)
        }
        _send(token, call_, 0x64);
    }

    /// @notice Lets `spender` take `amount` of the caller's own. Some tokens change an allowance only from or to 0.
    /// @dev For adapters: the router never approves.
    function approve(address token, address spender, uint256 amount) internal {
        (, bool done) = _call(token, _approval(spender, amount), 0x44);
        if (done) return;
        _send(token, _approval(spender, 0), 0x44);
        _send(token, _approval(spender, amount), 0x44);
    }

    function _approval(address spender, uint256 amount) private pure returns (uint256 call_) {
        assembly ("memory-safe") {
            call_ := mload(0x40)
            mstore(call_, 0x095ea7b3) // approve(address,uint256)
            mstore(add(call_, 0x20), spender)
            mstore(add(call_, 0x40), amount)
        }
    }

    /// @param call_ where in memory the call's padded selector and arguments lie
    /// @param size of selector and arguments in bytes
    function _send(address token, uint256 call_, uint256 size) private {
        (bool called, bool done) = _call(token, call_, size);
        if (done) return;
        if (!called) {
            uint256 size_;
            assembly ("memory-safe") {
                size_ := returndatasize()
            }
            if (size_ != 0) bubble();
        }
        revert TransferFailed(token);
    }

    function _call(address token, uint256 call_, uint256 size) private returns (bool called, bool done) {
        assembly ("memory-safe") {
            called := call(gas(), token, 0, add(call_, 0x1c), size, 0x00, 0x20)
            switch returndatasize()
            case 0 { done := and(called, gt(extcodesize(token), 0)) }
            default { done := and(called, and(gt(returndatasize(), 0x1f), eq(mload(0x00), 1))) }
        }
    }
}
