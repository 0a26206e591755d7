// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../sandbox/IVault.sol";
import {Attempt, Stranger} from "./Attempt.sol";
import {PlainToken} from "./PlainToken.sol";

/// @notice An attacker's vault with the interface of Uniswap v4's PoolManager; `Mode` says how it misbehaves.
contract EvilVault is Attempt {
    enum Mode {
        Honest,
        OweMore,
        OweLess,
        OweNothing,
        NeverCallBack,
        CallBackTwice,
        ByAnother,
        AsAPool,
        Reenter,
        ReenterInSwap,
        GiveNothing
    }

    Mode private mode;
    bool public broken;

    function set(Mode mode_) external {
        (mode, broken) = (mode_, false);
    }

    function unlock(bytes calldata data) external returns (bytes memory said) {
        if (mode == Mode.NeverCallBack) return "";
        if (mode == Mode.ByAnother) broken = new Stranger().tryCall(msg.sender, abi.encodeWithSelector(0x91dd7346, data));
        if (mode == Mode.Reenter) attempt();
        if (mode == Mode.AsAPool) {
            _must(msg.sender, abi.encodeWithSelector(0xfa461e33, int256(1), int256(0), bytes("")));
            return "";
        }
        said = abi.decode(_must(msg.sender, abi.encodeWithSelector(0x91dd7346, data)), (bytes));
        if (mode == Mode.CallBackTwice) _must(msg.sender, abi.encodeWithSelector(0x91dd7346, data));
    }

    /// Sells one for one.
    function swap(IVault.Key calldata, IVault.Params calldata params, bytes calldata) external returns (int256) {
        (bool zeroForOne, int256 amount) = (params.zeroForOne, params.amount);
        if (mode == Mode.ReenterInSwap) attempt();
        int128 owed = int128(amount);
        if (mode == Mode.OweMore) owed -= 1;
        if (mode == Mode.OweLess) owed /= 2;
        if (mode == Mode.OweNothing) owed = 1;
        int128 given = -int128(amount);
        (int128 delta0, int128 delta1) = zeroForOne ? (owed, given) : (given, owed);
        return int256(delta0) << 128 | int256(uint256(uint128(delta1)));
    }

    /// @dev As a Uniswap v3 pool's: armed as a pool, it calls back as a vault.
    function swap(address to, bool zeroForOne, int256 amount, uint160, bytes calldata)
        external
        returns (int256, int256)
    {
        IVault.Key memory key;
        _must(msg.sender, abi.encodeWithSelector(0x91dd7346, abi.encode(key, zeroForOne, to)));
        return (amount, -1);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address token, address to, uint256 amount) external {
        if (mode != Mode.GiveNothing) PlainToken(token).transfer(to, amount);
    }

    /// Passes the revert data on, so that a test sees which contract refused.
    function _must(address to, bytes memory data) private returns (bytes memory answer) {
        bool ok;
        (ok, answer) = to.call(data);
        if (ok) return answer;
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}

/// @notice An adapter that trades one for one from its own balance, or keeps what it was sent.
contract Adapter is Attempt {
    bool public keeps;

    function keep() external {
        keeps = true;
    }

    function tradeForSwapline(address, address tokenIn, address tokenOut, address to, uint256)
        external
        returns (uint256 amountOut)
    {
        amountOut = PlainToken(tokenIn).balanceOf(address(this));
        attempt();
        PlainToken(tokenIn).transfer(address(0xdead), amountOut);
        if (!keeps) PlainToken(tokenOut).transfer(to, amountOut);
    }
}
