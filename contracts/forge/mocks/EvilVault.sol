// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Attempt} from "./Attempt.sol";

/// @notice Speaks as Uniswap v4's PoolManager does and tells it as it likes.
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
        ReenterInSwap
    }

    Mode private mode;
    bool public broken;

    function set(Mode mode_) external {
        (mode, broken) = (mode_, false);
    }

    function unlock(bytes calldata data) external returns (bytes memory said) {
        if (mode == Mode.NeverCallBack) return "";
        if (mode == Mode.ByAnother) broken = new Other().unlock(msg.sender, data);
        if (mode == Mode.Reenter) attempt();
        if (mode == Mode.AsAPool) {
            _must(msg.sender, abi.encodeWithSelector(0xfa461e33, int256(1), int256(0), bytes("")));
            return "";
        }
        said = abi.decode(_must(msg.sender, abi.encodeWithSelector(0x91dd7346, data)), (bytes));
        if (mode == Mode.CallBackTwice) _must(msg.sender, abi.encodeWithSelector(0x91dd7346, data));
    }

    struct Key {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    struct Params {
        bool zeroForOne;
        int256 amount;
        uint160 limit;
    }

    /// Sells one for one.
    function swap(Key calldata, Params calldata params, bytes calldata) external returns (int256) {
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

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address token, address to, uint256 amount) external {
        PlainToken(token).transfer(to, amount);
    }

    /// Passes a refusal on whole, so that a test sees whose it was.
    function _must(address to, bytes memory data) private returns (bytes memory answer) {
        bool ok;
        (ok, answer) = to.call(data);
        if (ok) return answer;
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}

contract Other {
    function unlock(address router, bytes calldata data) external returns (bool ok) {
        (ok,) = router.call(abi.encodeWithSelector(0x91dd7346, data));
    }
}

/// @notice An adapter that trades one for one from its own stock, or keeps what it was sent.
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
