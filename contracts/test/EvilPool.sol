// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Stranger} from "./Attempt.sol";

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

/// @notice An attacker's pool: it takes what it can and pays out its whole balance of `tokenOut`.
contract EvilPool {
    enum Mode {
        Honest,
        PullMore,
        PullTwice,
        NeverCallBack,
        GiveNothing,
        Reenter,
        PullByAnother,
        PullLess,
        PullNegative,
        SendNative
    }

    Mode public mode;
    address public tokenOut;
    bytes public extra;
    /// True if an attempt succeeded that had to fail.
    bool public broken;

    function set(Mode mode_, address tokenOut_, bytes calldata extra_) external payable {
        (mode, tokenOut, extra, broken) = (mode_, tokenOut_, extra_, false);
    }

    /// @notice Lets the pool itself be a payer.
    function approve(address token, address spender) external {
        IToken(token).approve(spender, type(uint256).max);
    }

    /// @dev As Uniswap v3's.
    function swap(address to, bool, int256 amount, uint160, bytes calldata) external returns (int256, int256) {
        uint256 given = mode == Mode.GiveNothing ? 0 : IToken(tokenOut).balanceOf(address(this));
        if (given > 0) IToken(tokenOut).transfer(to, given);
        _collect(amount);
        return (amount, -int256(given));
    }

    function _collect(int256 amount) private {
        if (mode == Mode.NeverCallBack) return;
        if (mode == Mode.PullMore) return _must(_pull(amount + 1, 0));
        if (mode == Mode.PullLess) return _must(_pull(amount / 2, 0));
        if (mode == Mode.PullNegative) return _must(_pull(-amount, -1));
        if (mode == Mode.PullByAnother) broken = _asAnother(amount);
        if (mode == Mode.Reenter) (broken,) = msg.sender.call(extra);
        if (mode == Mode.SendNative) (broken,) = msg.sender.call{value: address(this).balance}("");
        _must(_pull(amount, 0));
        if (mode == Mode.PullTwice) _must(_pull(amount, 0));
    }

    function _asAnother(int256 amount) private returns (bool) {
        return new Stranger().tryCall(msg.sender, abi.encodeWithSelector(0xfa461e33, amount, int256(0), ""));
    }

    function _pull(int256 amount0, int256 amount1) private returns (bool ok) {
        (ok,) = msg.sender.call(abi.encodeWithSelector(0xfa461e33, amount0, amount1, extra));
    }

    /// Passes the revert data on, so that a test sees which contract refused.
    function _must(bool ok) private pure {
        if (ok) return;
        assembly {
            returndatacopy(0, 0, returndatasize())
            revert(0, returndatasize())
        }
    }
}
