// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "../rig/Code.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

interface V2Router02 {
    function swapExactTokensForTokens(uint256, uint256, address[] calldata, address, uint256) external;
    function swapExactETHForTokens(uint256, address[] calldata, address, uint256) external payable;
    function swapExactTokensForETH(uint256, uint256, address[] calldata, address, uint256) external;
}

interface SwapRouter02 {
    struct Single {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 minOut;
        uint160 limit;
    }

    struct Path {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 minOut;
    }

    function exactInputSingle(Single calldata) external payable returns (uint256);
    function exactInput(Path calldata) external payable returns (uint256);
}

interface UniversalRouter {
    struct Parameters {
        address permit2;
        address weth9;
        address v2Factory;
        address v3Factory;
        bytes32 pairInitCodeHash;
        bytes32 poolInitCodeHash;
        address v4PoolManager;
        address v3NFTPositionManager;
        address v4PositionManager;
        address spokePool;
    }

    function execute(bytes calldata commands, bytes[] calldata inputs, uint256 deadline) external payable;
}

interface Permit2 {
    function approve(address token, address spender, uint160 amount, uint48 expiration) external;
}

/// @notice Uniswap's own routers on the pools of the rig, with the bytecode from npm. The payer has given
/// them all approvals that they need, without expiry.
abstract contract Peers is Trade {
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;

    V2Router02 internal v2Router;
    SwapRouter02 internal router02;
    UniversalRouter internal universal;

    function setUp() public override {
        super.setUp();
        v2Router = V2Router02(
            _peer("v2-periphery/build/UniswapV2Router02.json", ".evm.bytecode.object", abi.encode(v2, weth))
        );
        router02 = SwapRouter02(
            _peer(
                "swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json",
                ".bytecode",
                abi.encode(v2, v3, address(0), weth)
            )
        );
        vm.etch(PERMIT2, vm.parseBytes(vm.readFile(vm.envString("SWAPLINE_PERMIT2"))));
        universal = UniversalRouter(
            _peer(
                "universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json",
                ".bytecode",
                abi.encode(_parameters())
            )
        );
        address[4] memory all = tokens();
        vm.startPrank(payer);
        for (uint256 i = 0; i < 4; i++) {
            PlainToken(all[i]).approve(address(v2Router), type(uint256).max);
            PlainToken(all[i]).approve(address(router02), type(uint256).max);
            PlainToken(all[i]).approve(PERMIT2, type(uint256).max);
            Permit2(PERMIT2).approve(all[i], address(universal), type(uint160).max, type(uint48).max);
        }
        vm.stopPrank();
    }

    /// Compiled with the optimizer, as deployed on the networks.
    function _wrapped() internal view override returns (bytes memory) {
        string memory file = vm.readFile("bench/gas/node_modules/@uniswap/v2-periphery/build/WETH9.json");
        return vm.parseJsonBytes(file, ".evm.bytecode.object");
    }

    function _parameters() private view returns (UniversalRouter.Parameters memory) {
        return UniversalRouter.Parameters({
            permit2: PERMIT2,
            weth9: weth,
            v2Factory: v2,
            v3Factory: v3,
            pairInitCodeHash: 0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f,
            poolInitCodeHash: 0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54,
            v4PoolManager: address(0),
            v3NFTPositionManager: address(0),
            v4PositionManager: address(0),
            spokePool: address(0)
        });
    }

    function _peer(string memory path, string memory key, bytes memory arguments) private returns (address) {
        string memory file = vm.readFile(string.concat("bench/gas/node_modules/@uniswap/", path));
        return Code.create(vm.parseJsonBytes(file, key), arguments);
    }
}
